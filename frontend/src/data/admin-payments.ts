import { AdminPaymentList, type PaymentFilter, RefundProposal } from '#domain/payment-answers.ts'
import { api } from '../base/api.ts'

export const adminPaymentsPageSize = 25

const adminPaymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminPayments: build.query<
      AdminPaymentList,
      { search: string; filter: PaymentFilter; month: string; offset: number }
    >({
      query: ({ month, ...page }) => ({
        url: 'admin/payments',
        params: { ...page, ...(month && { month }), limit: adminPaymentsPageSize },
      }),
      transformResponse: (body) => AdminPaymentList.parse(body),
      providesTags: ['billing'],
      extraOptions: { freshness: 'polled' },
    }),

    /** The proposal is not cached, because the user may have spent credits since. */
    refundProposal: build.query<RefundProposal, string>({
      query: (paymentId) => `admin/payments/${paymentId}/refund`,
      transformResponse: (body) => RefundProposal.parse(body),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),

    refundPayment: build.mutation<
      unknown,
      { userId: string; paymentId: string; amount: number; reason: string; requestId?: string | undefined; key: string }
    >({
      query: ({ key, ...body }) => ({
        url: 'admin/billing/refund',
        method: 'POST',
        headers: { 'idempotency-key': key },
        body,
      }),
      invalidatesTags: ['billing'],
    }),

    declineRefund: build.mutation<unknown, { userId: string; requestId: string; reason: string }>({
      query: ({ requestId, ...body }) => ({
        url: `admin/billing/refund-requests/${requestId}/decline`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['billing'],
    }),
  }),
})

export const { useAdminPaymentsQuery, useRefundProposalQuery, useRefundPaymentMutation, useDeclineRefundMutation } =
  adminPaymentsApi
