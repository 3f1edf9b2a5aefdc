create table campaigns (
  id uuid primary key,
  name text not null,
  description text not null,
  "rpgSystemCode" text not null,
  "publicAdventureCode" text,
  "welcomeMessage" text not null,
  "backgroundImageUri" text,
  "ownerId" uuid not null,
  "asOf" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text
);
