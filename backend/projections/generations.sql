create table generations (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid,
  "collectionId" uuid,
  "conjurationId" uuid,
  "templateId" uuid not null,
  "templateName" text not null,
  status text not null,
  "errorMessage" text,
  cost int not null,
  "imageCost" int not null,
  "imageId" uuid,
  title text not null,
  texts jsonb not null,
  "madeBy" text,
  model text,
  used jsonb not null,
  omitted jsonb not null,
  "inputTokens" int not null,
  "outputTokens" int not null,
  marks jsonb not null,
  "requestedAt" timestamptz not null,
  "startedAt" timestamptz,
  "writtenAt" timestamptz,
  "endedAt" timestamptz
);
create index on generations ("userId", "requestedAt" desc);
create index on generations ("campaignId", "requestedAt" desc);
create index on generations ("conjurationId") where "conjurationId" is not null;
