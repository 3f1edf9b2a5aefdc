create table recordings (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid not null,
  title text not null,
  "sessionNumber" integer,
  "playedOn" text,
  visibility text not null,
  keys jsonb not null,
  size bigint not null,
  attempt integer not null,
  failure text,
  "createdAt" timestamptz not null,
  "startedAt" timestamptz not null
);
create index on recordings ("campaignId", "createdAt" desc);
create index on recordings ("userId");
