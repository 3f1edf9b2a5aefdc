create table campaign_files (
  id uuid primary key,
  "campaignId" uuid not null,
  name text not null,
  mime text not null,
  size bigint not null,
  key text not null,
  "addedBy" uuid not null,
  "createdAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text
);
create index on campaign_files ("campaignId", "createdAt" desc);
create index on campaign_files ("addedBy");
create index on campaign_files ("campaignId", "deletedAt") where "deletedAt" is not null;
