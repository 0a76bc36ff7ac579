import { PorticoError } from './errors.ts'

/**
 * A path whose values are encoded, one segment each: path`/appeals/${id}/documents`.
 * `.` and `..` are refused, because a URL parser would climb with them however they are encoded.
 */
export function path(texts: TemplateStringsArray, ...segments: string[]): string {
  return String.raw({ raw: texts }, ...segments.map(encode))
}

function encode(segment: string): string {
  if (typeof segment !== 'string' || segment === '' || segment === '.' || segment === '..') {
    throw new PorticoError({
      code: 'badRequest',
      message: `${JSON.stringify(segment)} cannot stand in a path.`,
    })
  }
  try {
    return encodeURIComponent(segment)
  } catch (cause) {
    throw new PorticoError({ code: 'badRequest', message: 'The text is not well-formed Unicode.', cause })
  }
}
