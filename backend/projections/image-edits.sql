create table image_edits (
  id uuid primary key,
  "imageId" uuid not null,
  "userId" uuid,
  "parentId" uuid,
  tool text,
  prompt text not null,
  "searchPrompt" text not null,
  growth jsonb,
  premium boolean not null,
  mask text,
  "maskBytes" bigint not null,
  provider text,
  cost integer not null,
  status text not null,
  "errorMessage" text,
  file jsonb,
  "candidateOf" uuid,
  "wasShown" boolean not null,
  "tipId" uuid,
  "createdAt" timestamptz not null,
  "startedAt" timestamptz
);
create index on image_edits ("imageId", "createdAt");
create index on image_edits ("userId");
create index on image_edits ((file->>'key'));
