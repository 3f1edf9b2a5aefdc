create table campaigns (
  id uuid primary key,
  name text not null,
  description text not null,
  "rpgSystemCode" text not null,
  "ownerId" uuid not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
