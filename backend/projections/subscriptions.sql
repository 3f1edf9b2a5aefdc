create table subscriptions (
  id uuid primary key,
  "customerId" text not null,
  "subscriptionId" text,
  plan text,
  interval text,
  status text,
  "periodEnd" text,
  "cancelAtPeriodEnd" boolean not null,
  "isSuspended" boolean not null,
  pending jsonb,
  failed boolean not null,
  "needsConfirmation" boolean not null
);
create index on subscriptions ("customerId");
