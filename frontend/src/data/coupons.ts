import { z } from 'zod'
import { CouponItem } from '#projections/coupons.ts'
import { api } from '../base/api.ts'

export const couponsPageSize = 25
const Coupons = z.object({ data: z.array(CouponItem), total: z.int() })

const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    coupons: build.query<z.infer<typeof Coupons>, { search: string; offset: number }>({
      query: ({ search, offset }) => ({ url: 'admin/coupons', params: { search, offset, limit: couponsPageSize } }),
      transformResponse: (body) => Coupons.parse(body),
      providesTags: ['coupons'],
      extraOptions: { freshness: 'polled' },
    }),
  }),
})

export const { useCouponsQuery } = couponsApi
