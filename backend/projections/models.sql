create table models (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid,
  "conjurationId" uuid,
  name text,
  prompt text,
  "imageId" uuid,
  shape text,
  size text not null,
  cost integer not null,
  status text not null,
  "errorMessage" text,
  "madeBy" text,
  report jsonb,
  glb jsonb,
  preview jsonb,
  stl jsonb,
  "threeMf" jsonb,
  obj jsonb,
  "modelUri" text,
  "renderedImageUri" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" text,
  bytes bigint not null generated always as (
    coalesce((glb->>'size')::bigint, 0) + coalesce((preview->>'size')::bigint, 0) + coalesce((stl->'file'->>'size')::bigint, 0)
      + coalesce(("threeMf"->'file'->>'size')::bigint, 0) + coalesce((obj->'file'->>'size')::bigint, 0)
  ) stored
);
create index on models ("campaignId", "createdAt" desc, id desc) where "deletedAt" is null;
create index on models ("userId");
create index on models ("campaignId");
create index on models ("conjurationId") where "conjurationId" is not null;
create index on models ("campaignId", "deletedAt") where "deletedAt" is not null;
