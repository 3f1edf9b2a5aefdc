create table access (
  id uuid primary key,
  "ownerId" uuid not null,
  "campaignId" uuid,
  visibility text not null,
  "sameAs" uuid,
  "andSameAs" uuid,
  "isForDms" boolean not null default false,
  "isOpen" boolean not null default false,
  "isInPerson" boolean not null default false,
  users uuid[],
  channels text[] not null
);
create index on access ("campaignId", visibility);
create index on access ("sameAs") where "sameAs" is not null;
create index on access ("andSameAs") where "andSameAs" is not null;
