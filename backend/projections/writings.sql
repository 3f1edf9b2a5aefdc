create table writings (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid not null,
  "segmentId" uuid,
  "conversationId" uuid,
  purpose text not null,
  status text not null,
  text text,
  failure text,
  message text,
  provider text,
  model text,
  "madeBy" text,
  "inputTokens" int not null,
  "outputTokens" int not null,
  cost int not null,
  used jsonb not null,
  omitted jsonb not null,
  marks jsonb not null,
  "createdAt" timestamptz not null,
  "finishedAt" timestamptz,
  "insertedAt" timestamptz
);
create index on writings ("userId", "createdAt" desc);
create index on writings ("campaignId", "createdAt" desc);
create index on writings ("segmentId", "insertedAt" desc) where "insertedAt" is not null;
create index on writings ("conversationId") where "conversationId" is not null;
