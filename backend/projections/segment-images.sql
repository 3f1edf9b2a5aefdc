create table segment_images (
  id uuid primary key,
  "segmentId" uuid not null,
  "imageId" uuid not null,
  "sortOrder" double precision not null
);
create index on segment_images ("segmentId");
create index on segment_images ("imageId");
