import type { Anchor, AnchorCheck, AnchorStatus } from '@portico/contract/anchors'
import type { Box } from '@portico/contract/marks'
import { Refusal } from '../kernel/decider.ts'

/** The page that an anchor points to, and the current state of its document. */
export type StoredPage = {
  documentId: string
  /** The version of the document that the page belongs to. */
  version: number
  currentVersion: number
  sha256: string
  isListed: boolean
  /** Undefined if the page has no text to search. */
  hasQuote: boolean | undefined
}

/**
 * Checks an anchor against its page. An anchor on an older version is superseded: finding its place in the newer one takes
 * the text of both.
 */
export function checkAnchor(anchor: Anchor, stored: StoredPage | undefined): AnchorCheck {
  if (stored?.sha256 !== anchor.sha256) return checkOf('broken')
  const isSameDocument = stored.documentId === anchor.documentId
  if (isSameDocument && stored.version !== anchor.version) return checkOf('broken')
  if (!stored.isListed) return checkOf('removed')
  if (stored.version < stored.currentVersion) return checkOf('superseded')
  // The document was divided, and another one has the same page with the same bytes.
  if (!isSameDocument) {
    return checkOf('moved', { ...anchor, documentId: stored.documentId, version: stored.version })
  }
  if (anchor.quote === undefined || stored.hasQuote) return checkOf('holds')
  return checkOf(stored.hasQuote === undefined ? 'unread' : 'quoteMissing')
}

export function checkOf(status: AnchorStatus, now?: Anchor): AnchorCheck {
  return { status, resolves: status === 'holds' || status === 'unread', ...(now ? { now } : {}) }
}

export function isSameAnchor(a: Anchor, b: Anchor): boolean {
  return (
    a.documentId === b.documentId &&
    a.version === b.version &&
    a.page === b.page &&
    a.quote === b.quote &&
    isSameBox(a.rect, b.rect)
  )
}

function isSameBox(a: Box | undefined, b: Box | undefined): boolean {
  if (!a || !b) return a === b
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom
}

export function refuseTwistedBox({ left, top, right, bottom }: Box) {
  if (left <= right && top <= bottom) return
  throw new Refusal(
    'invalid',
    'A rectangle must have left at most equal to right, and top at most equal to bottom.',
  )
}

/** The bounding box. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes
  return (
    first &&
    others.reduce(
      (box, { left, top, right, bottom }) => ({
        left: Math.min(box.left, left),
        top: Math.min(box.top, top),
        right: Math.max(box.right, right),
        bottom: Math.max(box.bottom, bottom),
      }),
      first,
    )
  )
}
