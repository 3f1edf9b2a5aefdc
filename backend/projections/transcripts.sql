create table transcripts (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid not null,
  kind text not null,
  title text not null,
  "sessionNumber" integer,
  "playedOn" text,
  visibility text not null,
  speakers jsonb not null,
  members jsonb not null,
  characters jsonb not null,
  key text not null,
  size bigint not null,
  "lineCount" integer not null,
  seconds integer,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text
);
create index on transcripts ("campaignId", "playedOn" desc nulls last, "createdAt" desc) where "deletedAt" is null;
create index on transcripts ("userId");
create index on transcripts ("campaignId", "deletedAt") where "deletedAt" is not null;
