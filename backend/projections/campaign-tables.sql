create table campaign_tables (
  id uuid primary key,
  "imageId" uuid,
  "shownAt" timestamptz not null
);
