create table account_streams (
  id text primary key,
  "userId" uuid not null,
  stream text not null,
  first bigint not null,
  last bigint
);
create index on account_streams ("userId", first);
create index on account_streams ("userId", last);
create index on account_streams (first);
