import type { S3Settings } from './s3-bucket.ts'

/** Where a browser fetches the objects of a bucket from. */
export function originOf({ endpoint, bucket, region }: S3Settings): string {
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
