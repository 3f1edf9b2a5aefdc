create table images (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid,
  "conjurationId" uuid,
  "requestId" uuid,
  name text,
  note text not null,
  type text not null,
  prompt text,
  "negativePrompt" text,
  "stylePreset" text,
  seed bigint,
  nsfw boolean not null,
  "modelId" uuid,
  "modelName" text,
  "madeBy" text,
  cost integer not null,
  width integer not null,
  height integer not null,
  status text not null,
  generating boolean not null,
  failed boolean not null,
  "errorMessage" text,
  attempt integer not null,
  "requestedAt" timestamptz not null,
  "primaryOf" uuid,
  "primary" boolean not null generated always as (coalesce("primaryOf" = "conjurationId", false)) stored,
  uri text,
  file jsonb,
  edits jsonb not null,
  token jsonb,
  "createdAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" text,
  -- Without accents and case, for search: the name, and the prompt, which is compared for editors alone.
  typed text not null generated always as (public.plain(coalesce(nullif(name, ''), 'Untitled image'))) stored,
  prompted text not null generated always as (public.plain(coalesce(prompt, ''))) stored
);
create index on images ("campaignId", "createdAt" desc, id desc) where "deletedAt" is null;
create index on images ("userId", "createdAt" desc, id desc) where "deletedAt" is null;
create index on images ("userId");
create index on images ((file->>'key'));
create index on images ("campaignId");
create index on images ("primaryOf") where "primaryOf" is not null;
create index on images ("conjurationId") where "conjurationId" is not null;
create index on images ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on images using gin ("campaignId", typed gin_trgm_ops, prompted gin_trgm_ops) where "deletedAt" is null;
