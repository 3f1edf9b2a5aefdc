create table conversation_answers (
  id uuid primary key,
  "conversationId" uuid not null,
  "messageId" uuid not null
);
create index on conversation_answers ("conversationId", "messageId");
