create table support_answers (
  id uuid primary key,
  "requestId" uuid not null,
  "answeredBy" uuid not null,
  text text not null,
  "createdAt" timestamptz not null
);
create index on support_answers ("requestId", "createdAt");
