import {
  AddressAnswer,
  type BillingAddress,
  BillingConfig,
  CardAnswer,
  ChangePreview,
  FirstCredits,
  type Pack,
  PaymentCancelled,
  type PaymentMethod,
  PaymentMethods,
  PlanChangeAnswer,
  type PlanChoice,
  PurchaseAnswer,
  SetupIntent,
  Subscription,
  SubscriptionCreated,
  type UnfinishedPayment,
  UnfinishedPayments,
} from '#domain/billing-answers.ts'
import { PaymentList } from '#domain/payment-answers.ts'
import { api } from '../base/api.ts'
import type { EventType } from '../realtime/event-types.ts'
import { refetchedBy } from '../realtime/refetched.ts'

/** Payments on a page of their list. */
export const paymentsPerPage = 10

/** Sends a command with an idempotency key, so that repeated requests have one effect. */
const once = (key: string) => ({ method: 'POST', headers: { 'idempotency-key': key } })

/** An address in the form that the server accepts. */
type Sent = Omit<BillingAddress, 'country'> & { country: string }
interface Paid {
  key: string
  paymentMethodId: string
  billingAddress?: Sent | undefined
}

/**
 * Events of this user's account at the payment provider. A webhook is only a hint; its effects are events of their own.
 */
const billed: readonly EventType[] = [
  ...(['CustomerLinked', 'SubscriptionStarted', 'SubscriptionChanged', 'SubscriptionEnded'] as const),
  ...(['PlanPaid', 'PaymentFailed', 'RenewalNoticeSent', 'PackPaid', 'RefundRequested'] as const),
  ...(['PaymentRefunded', 'PaymentRefundFailed'] as const),
  ...(['PaymentDetailsRecorded', 'ReceiptIssued', 'RefundAsked', 'RefundDecided'] as const),
  ...(['PaymentDisputed', 'DisputeClosed', 'DifferencesFound', 'DifferencesSettled', 'PlanCovered'] as const),
  ...(['PlanLapsed', 'PlanChanged', 'PlanEnded'] as const),
]

const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    billingConfig: build.query<BillingConfig, void>({
      query: () => 'billing/config',
      transformResponse: (body) => BillingConfig.parse(body),
      extraOptions: { freshness: 'configuration' },
    }),

    subscription: build.query<Subscription, void>({
      query: () => 'users/me/subscription',
      transformResponse: (body) => Subscription.parse(body),
      providesTags: ['billing'],
      ...refetchedBy<void>(billed),
    }),

    paymentMethods: build.query<PaymentMethod[], void>({
      query: () => 'billing/payment-methods',
      transformResponse: (body) => PaymentMethods.parse(body).data,
      providesTags: ['billing'],
      ...refetchedBy<void>(billed),
    }),

    payments: build.query<PaymentList, { page: number }>({
      query: ({ page }) => ({
        url: 'billing/payments',
        params: { offset: page * paymentsPerPage, limit: paymentsPerPage },
      }),
      transformResponse: (body) => PaymentList.parse(body),
      providesTags: ['billing'],
      ...refetchedBy<{ page: number }>(billed),
    }),

    /** Payments that wait for the user's bank. */
    unfinishedPayments: build.query<UnfinishedPayment[], void>({
      query: () => 'billing/payments/unfinished',
      transformResponse: (body) => UnfinishedPayments.parse(body).data,
      providesTags: ['billing'],
      ...refetchedBy<void>(billed),
    }),

    cancelPayment: build.mutation<PaymentCancelled, { id: string; key: string }>({
      query: ({ id, key }) => ({ url: `billing/payments/${id}/cancel`, ...once(key) }),
      transformResponse: (body) => PaymentCancelled.parse(body),
      invalidatesTags: ['billing', 'me', 'credits'],
    }),

    billingAddress: build.query<BillingAddress | null, void>({
      query: () => 'billing/address',
      transformResponse: (body) => AddressAnswer.parse(body).billingAddress,
      providesTags: ['billing'],
      ...refetchedBy<void>(billed),
    }),

    saveBillingAddress: build.mutation<unknown, { billingAddress: Sent }>({
      query: (body) => ({ url: 'billing/address', method: 'POST', body }),
      invalidatesTags: ['billing'],
    }),

    /** Credits that a first payment for each plan would grant now. The response is not cached, because it depends on the time. */
    firstCredits: build.query<FirstCredits['data'], void>({
      query: () => 'billing/subscription/credits',
      transformResponse: (body) => FirstCredits.parse(body).data,
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),

    /** A mutation, so that the response is not cached: the cost depends on the second. */
    previewChange: build.mutation<ChangePreview, PlanChoice>({
      query: (body) => ({ url: 'billing/subscription/preview', method: 'POST', body }),
      transformResponse: (body) => ChangePreview.parse(body),
    }),

    changeSubscription: build.mutation<
      PlanChangeAnswer,
      PlanChoice & { key: string } & Partial<Pick<ChangePreview, 'prorationDate' | 'immediateCharge'>>
    >({
      query: ({ key, ...body }) => ({ url: 'billing/subscription/change', ...once(key), body }),
      transformResponse: (body) => PlanChangeAnswer.parse(body),
      invalidatesTags: ['billing', 'me'],
    }),

    /** Cancels the subscription at the period's end; `false` withdraws the cancellation. */
    cancelSubscription: build.mutation<unknown, { cancelAtPeriodEnd: boolean; key: string }>({
      query: ({ key, ...body }) => ({ url: 'billing/subscription/cancel', ...once(key), body }),
      invalidatesTags: ['billing', 'me'],
    }),

    createSubscription: build.mutation<SubscriptionCreated, PlanChoice & Paid>({
      query: ({ key, ...body }) => ({ url: 'billing/subscription/create', ...once(key), body }),
      transformResponse: (body) => SubscriptionCreated.parse(body),
      invalidatesTags: ['billing', 'me'],
    }),

    purchaseCredits: build.mutation<PurchaseAnswer, { pack: Pack } & Paid>({
      query: ({ key, ...body }) => ({ url: 'billing/credits/purchase', ...once(key), body }),
      transformResponse: (body) => PurchaseAnswer.parse(body),
      invalidatesTags: ['billing', 'me', 'credits'],
    }),

    setupIntent: build.mutation<SetupIntent, { key: string }>({
      query: ({ key }) => ({ url: 'billing/setup-intent', ...once(key), body: {} }),
      transformResponse: (body) => SetupIntent.parse(body),
    }),

    savePaymentMethod: build.mutation<CardAnswer, { paymentMethodId: string; billingAddress: Sent }>({
      query: (body) => ({ url: 'billing/setup-payment-method', method: 'POST', body }),
      transformResponse: (body) => CardAnswer.parse(body),
      invalidatesTags: ['billing'],
    }),

    defaultPaymentMethod: build.mutation<CardAnswer, { paymentMethodId: string }>({
      query: (body) => ({ url: 'billing/payment-methods/default', method: 'POST', body }),
      transformResponse: (body) => CardAnswer.parse(body),
      invalidatesTags: ['billing'],
    }),

    requestRefund: build.mutation<unknown, { paymentId: string; reason: string; key: string }>({
      query: ({ paymentId, key, ...body }) => ({
        url: `billing/payments/${paymentId}/refund-request`,
        ...once(key),
        body,
      }),
      invalidatesTags: ['billing'],
    }),

    /** Removes a payment method. `next` becomes the default one. */
    removePaymentMethod: build.mutation<unknown, { id: string; next?: string | undefined }>({
      query: ({ id, next }) => ({
        url: `billing/payment-methods/${id}`,
        method: 'DELETE',
        params: next === undefined ? {} : { next },
      }),
      invalidatesTags: ['billing'],
    }),
  }),
})

export const {
  useBillingConfigQuery,
  useLazyBillingConfigQuery,
  useSubscriptionQuery,
  usePaymentMethodsQuery,
  usePaymentsQuery,
  useUnfinishedPaymentsQuery,
  useCancelPaymentMutation,
  useBillingAddressQuery,
  useSaveBillingAddressMutation,
  useFirstCreditsQuery,
  usePreviewChangeMutation,
  useChangeSubscriptionMutation,
  useCancelSubscriptionMutation,
  useCreateSubscriptionMutation,
  usePurchaseCreditsMutation,
  useSetupIntentMutation,
  useSavePaymentMethodMutation,
  useDefaultPaymentMethodMutation,
  useRemovePaymentMethodMutation,
  useRequestRefundMutation,
} = billingApi
