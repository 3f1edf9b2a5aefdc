import type { Route } from '@playwright/test'

/** Answers a request with a problem, as the server does. */
export const answerWith = (route: Route, { status, code, detail }: { status: number; code: string; detail: string }) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: code, status, code, detail },
  })
