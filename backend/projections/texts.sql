create table texts (
  id uuid primary key,
  "conjurationId" uuid not null,
  "campaignId" uuid,
  revision int not null,
  words int not null,
  "settledAt" timestamptz
);
create index on texts ("conjurationId");
