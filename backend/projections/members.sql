create table members (
  id text primary key,
  "campaignId" uuid not null,
  "userId" uuid not null,
  role smallint not null,
  "joinedAt" timestamptz not null
);
create index on members ("userId");
create index on members ("campaignId");
