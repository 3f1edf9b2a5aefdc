declare module 'draco3d' {
  const draco: { createDecoderModule(): Promise<object>; createEncoderModule(): Promise<object> }
  export default draco
}
