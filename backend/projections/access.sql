create table access (
  id uuid primary key,
  "ownerId" uuid not null,
  "campaignId" uuid,
  visibility text not null
);
create index on access ("ownerId");
create index on access ("campaignId", visibility);
