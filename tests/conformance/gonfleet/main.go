// Drives a server with the vendor's client, and prints what it read.
package main

import (
	"fmt"
	"log"
	"os"

	onfleet "github.com/onfleet/gonfleet"
	"github.com/onfleet/gonfleet/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	api := must(client.New(os.Getenv("API_KEY"), &client.InitParams{BaseUrl: os.Getenv("HUBBUB_URL")}))
	teams := must(api.Teams.List())
	worker := must(api.Workers.Create(onfleet.WorkerCreateParams{
		Name: "Wim Worker", Phone: "+14155570002", Teams: []string{teams[0].ID}, Capacity: 4,
	}))
	task := must(api.Tasks.Create(onfleet.TaskParams{
		Destination: onfleet.DestinationCreateParams{
			Address: onfleet.DestinationAddress{
				Number: "543", Street: "Wharf St", City: "San Francisco", State: "CA", PostalCode: "94105", Country: "USA",
			},
			Location: onfleet.DestinationLocation{-122.3964, 37.7883},
		},
		Recipients: []onfleet.RecipientCreateParams{{Name: "Rosa Recipient", Phone: "+14155550142"}},
		Notes:      "Ring twice",
	}))
	read := must(api.Tasks.GetByShortId(task.ShortId))
	clone := must(api.Tasks.Clone(task.ID, nil))
	if err := api.Tasks.Delete(clone.ID); err != nil {
		log.Fatal(err)
	}
	_, err := api.Tasks.Get(clone.ID)
	workers := must(api.Workers.List())
	fmt.Println(worker.Name, worker.Capacity, read.ID == task.ID, read.Notes, read.Recipients[0].Name, len(workers), err)
}
