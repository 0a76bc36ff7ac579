/** A name as it is: nothing in it turns around what stands beside it, or hides a part. */
export const plainName = (name: string) =>
  name.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
