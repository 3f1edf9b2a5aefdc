create table access (
  id uuid primary key,
  "ownerId" uuid not null,
  "campaignId" uuid,
  visibility text not null,
  "conjurationId" uuid
);
create index on access ("ownerId");
create index on access ("campaignId", visibility);
create index on access ("conjurationId") where "conjurationId" is not null;
