create table placements (
  id uuid primary key,
  "conjurationId" uuid not null,
  "campaignId" uuid,
  "collectionId" uuid,
  "fromCollectionId" uuid,
  since bigint not null,
  until bigint
);
create index on placements ("collectionId", since desc) where "collectionId" is not null;
create index on placements ("campaignId", since desc) where "collectionId" is null and "campaignId" is not null;
create index on placements ("fromCollectionId") where "collectionId" is null and "campaignId" is null;
create index on placements ("conjurationId") where until is null;
