import type { Anchor, AnchorCheck, AnchorStatus } from '@portico/contract/anchors'
import type { Box } from '@portico/contract/marks'
import { Refusal } from '../kernel/decider.ts'

/** What is stored where an anchor points, and the current state of its document. */
export type StoredPage = {
  documentId: string
  /** The version of the page, and the current version of the document. */
  version: number
  currentVersion: number
  sha256: string
  isListed: boolean
  /** Unknown if there is no text to search for the quote. */
  hasQuote: boolean | undefined
}

/**
 * Checks an anchor against its page. Whether a place in an older version is in the newer one is decided where both can
 * be read: here it is superseded.
 */
export function checkAnchor(anchor: Anchor, stored: StoredPage | undefined): AnchorCheck {
  if (stored?.sha256 !== anchor.sha256) return judged('broken')
  const isSameDocument = stored.documentId === anchor.documentId
  if (isSameDocument && stored.version !== anchor.version) return judged('broken')
  if (!stored.isListed) return judged('removed')
  if (stored.version < stored.currentVersion) return judged('superseded')
  // Its document was divided: another document has the same page and bytes.
  if (!isSameDocument) {
    return judged('moved', { ...anchor, documentId: stored.documentId, version: stored.version })
  }
  if (anchor.quote === undefined || stored.hasQuote) return judged('holds')
  return judged(stored.hasQuote === undefined ? 'unread' : 'quoteMissing')
}

export function judged(status: AnchorStatus, now?: Anchor): AnchorCheck {
  return { status, resolves: status === 'holds' || status === 'unread', ...(now ? { now } : {}) }
}

export function isSameAnchor(one: Anchor, other: Anchor): boolean {
  return (
    one.documentId === other.documentId &&
    one.version === other.version &&
    one.page === other.page &&
    one.quote === other.quote &&
    isSameBox(one.rect, other.rect)
  )
}

function isSameBox(one: Box | undefined, other: Box | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  )
}

export function refuseTwistedBox({ left, top, right, bottom }: Box) {
  if (left <= right && top <= bottom) return
  throw new Refusal(
    'invalid',
    'A rectangle must have its left before its right and its top above its bottom.',
  )
}

/** Their bounding box. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes
  return (
    first &&
    others.reduce(
      (around, { left, top, right, bottom }) => ({
        left: Math.min(around.left, left),
        top: Math.min(around.top, top),
        right: Math.max(around.right, right),
        bottom: Math.max(around.bottom, bottom),
      }),
      first,
    )
  )
}
