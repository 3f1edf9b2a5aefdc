interface Browser {
  userAgent: string
  userAgentData?: { brands: { brand: string }[] }
}

/** Returns true for Chrome and other browsers on Chromium, by brand if available, else by user agent. */
export const isChromium = ({ userAgent, userAgentData }: Browser): boolean =>
  userAgentData?.brands.some(({ brand }) => /Chrom/.test(brand)) ??
  /\b(Chrome|Chromium|CriOS|Edg|HeadlessChrome)\//.test(userAgent)
