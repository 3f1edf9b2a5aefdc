create table differences (
  id text primary key,
  "roundId" uuid not null,
  "userId" uuid,
  code text not null,
  reference text not null,
  mended boolean not null,
  "foundAt" timestamptz not null,
  "settledAt" timestamptz
);
create index on differences ("roundId", "foundAt", id);
create index on differences (reference) where "settledAt" is null;
