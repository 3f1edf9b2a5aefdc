-- The chain over account and billing streams. Not made from the log, but kept beside it: never drop it, never make it anew.
create schema if not exists audit;

create table if not exists audit.links (
  n bigint primary key,
  stream text collate "C" not null,
  revision bigint not null,
  "eventId" uuid not null,
  -- SHA-256 of the event's canonical form, and of the link before followed by that.
  hash bytea not null,
  link bytea not null
);
-- Not unique: a log that was restored from before goes on with other events in the same places.
create index if not exists links_event on audit.links (stream, revision);

create table if not exists audit.chain (
  "one" boolean primary key default true check ("one"),
  length bigint not null,
  link bytea not null,
  -- How far the log of before there was a chain is taken in; null once it is, from when on the projector appends.
  "takenTo" bigint,
  -- What was found when all of it was verified last.
  "verifiedAt" timestamptz,
  result text
);
insert into audit.chain (length, link, "takenTo")
  select 0, decode(repeat('00', 32), 'hex'), case when position > 0 then 0 end from checkpoint on conflict do nothing;

create table if not exists audit.heads (
  length bigint not null,
  link bytea not null,
  "lastEventId" uuid,
  at timestamptz not null,
  key text not null,
  signature text not null,
  primary key (at, key)
);

create table if not exists audit.keys (
  id text primary key,
  "publicKey" text not null,
  since timestamptz not null,
  follows text,
  signature text,
  countersignature text
);
