interface Browser {
  userAgent: string
  userAgentData?: { brands: { brand: string }[] }
}

/** Whether this is Chrome or another browser on Chromium. Brands where the browser tells them, else its name. */
export const isChromium = ({ userAgent, userAgentData }: Browser): boolean =>
  userAgentData?.brands.some(({ brand }) => /Chrom/.test(brand)) ??
  /\b(Chrome|Chromium|CriOS|Edg|HeadlessChrome)\//.test(userAgent)
