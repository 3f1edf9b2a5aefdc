create table conversation_files (
  id uuid primary key,
  "conversationId" uuid not null,
  "userId" uuid not null,
  "campaignId" uuid not null,
  name text not null,
  mime text not null,
  size bigint not null,
  key text not null,
  "createdAt" timestamptz not null
);
create index on conversation_files ("conversationId", "createdAt");
create index on conversation_files ("userId");
create index on conversation_files ("campaignId");
