create table operations (
  id uuid primary key,
  kind text not null,
  "userId" uuid not null,
  "campaignId" uuid,
  total int,
  status text not null,
  count int not null,
  "left" int not null,
  skipped jsonb not null,
  "begunAt" timestamptz not null,
  "endedAt" timestamptz
);
create index on operations ("userId", "begunAt" desc);
