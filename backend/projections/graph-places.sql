create table graph_places (
  id text primary key,
  "campaignId" uuid not null,
  "userId" uuid,
  "conjurationId" uuid not null,
  x int not null,
  y int not null
);
