-- What an installation knows that is a cell (docs/decisions/0113-cells.md): one row, made when it joins.
create table platform.cell (
  id text primary key check (id = 'cell'),
  -- names this database in the directory
  installation text not null,
  -- of the directory as it was last read, by its clock; null: never
  read_at timestamptz,
  -- host: cell
  hosts jsonb not null default '{}'
);
