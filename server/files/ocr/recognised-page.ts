import { encodeWords } from '../../core/file/page-words.ts'
import { written } from '../pdf/page-text.ts'
import type { Placed } from '../pdf/reading-order.ts'

export type RecognisedPage = {
  text: string
  /** Where each word is printed, as `encodeWords` writes it. */
  words: Uint8Array
  /** How sure the recogniser was of its letters, from 0 to 1; 0 where it found none. */
  confidence: number
}

/** As tesseract gives it: in dots of the picture; `confidence` from 0 to 1. */
export type RecognisedWord = {
  text: string
  confidence: number
  rect: { left: number; top: number; right: number; bottom: number }
}

/** Below this it is noise: rules, stains, handwriting. */
const leastConfidence = 0.3
const wholePage = { left: 0, bottom: 0, right: 1, top: 1 }

export function recognisedPage(
  lines: readonly (readonly RecognisedWord[])[],
  picture: { width: number; height: number; quarters: number },
): RecognisedPage {
  const kept = lines
    .map((line) => line.filter(({ text, confidence }) => text.trim() !== '' && confidence >= leastConfidence))
    .filter((line) => line.length > 0)
  const placed = kept.map((line) => line.map((word) => asPlaced(word, picture)))
  const { text, words } = written(placed, wholePage)
  return { text, words: encodeWords(words), confidence: confidenceOf(kept.flat()) }
}

function confidenceOf(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : Math.min(1, sure / letters)
}

/** In parts of the page at rotation 0. */
function asPlaced(
  { text, rect }: RecognisedWord,
  { width, height, quarters }: { width: number; height: number; quarters: number },
): Placed {
  const seen = {
    left: rect.left / width,
    top: rect.top / height,
    right: rect.right / width,
    bottom: rect.bottom / height,
  }
  const word = text.trim().toWellFormed()
  switch (quarters) {
    case 1:
      return { text: word, left: seen.top, top: 1 - seen.right, right: seen.bottom, bottom: 1 - seen.left }
    case 2:
      return {
        text: word,
        left: 1 - seen.right,
        top: 1 - seen.bottom,
        right: 1 - seen.left,
        bottom: 1 - seen.top,
      }
    case 3:
      return { text: word, left: 1 - seen.bottom, top: seen.left, right: 1 - seen.top, bottom: seen.right }
    default:
      return { text: word, ...seen }
  }
}
