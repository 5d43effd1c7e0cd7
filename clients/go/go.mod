module hubbub.example/client

go 1.23
