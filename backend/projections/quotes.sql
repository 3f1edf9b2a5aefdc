create table quotes (
  id uuid primary key,
  "userId" uuid not null,
  "modelId" uuid not null,
  state text not null,
  note text not null,
  "createdAt" timestamptz not null
);
create index on quotes ("createdAt" desc, id desc);
