/** A docket number comes from elsewhere: it may not lead into another folder. */
export function nameInFolder(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'case'
}
