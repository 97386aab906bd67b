declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Parameters {
    version: "aes128gcm";
    /** The receiver's public key. */
    dh: Buffer;
    /** Key pair of the sender, made for this message. */
    privateKey: ECDH;
    authSecret: Buffer;
  }
  const ece: { encrypt(plain: Buffer, parameters: Parameters): Buffer };
  export default ece;
}
