create table refund_requests (
  id uuid primary key,
  "userId" uuid not null,
  "paymentId" text not null,
  status text not null,
  "askedAt" timestamptz not null,
  reason text not null,
  answer text,
  "decidedAt" timestamptz
);
create index on refund_requests ("paymentId");
