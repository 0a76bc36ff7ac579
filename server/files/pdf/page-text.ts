import { encodeWords, type PageWord } from '../../core/file/page-words.ts'
import type { CropBox } from './crop-box.ts'
import { type Letters, readLetters } from './letters.ts'
import type { Pdfium } from './pdfium.ts'
import { showsPicture } from './picture.ts'
import { inReadingOrder, type Line, type Placed } from './reading-order.ts'
import type { UnreadableReason } from './unreadable.ts'

export type PageText = {
  page: number
  text: string
  /** Where each word is printed, as `encodeWords` writes it. */
  words: Uint8Array
  /** What is to be read stands in a picture, or in letters that no one can map. */
  needsRecognition: boolean
  /** Why the page could not be read, where the rest of the file could. */
  unreadable?: UnreadableReason
}

/** Fewer letters than this on a page that is a picture are a stamp or a fax header on a scan. */
const fewLetters = 100

export function textOfPage(
  pdfium: Pdfium,
  loaded: number,
  crop: CropBox,
): Pick<PageText, 'text' | 'words' | 'needsRecognition'> {
  const letters = lettersOf(pdfium, loaded, crop)
  const { drawn, unmapped } = letters
  const { text, words } = written(ordered(letters, crop), crop)
  const isGarbled = unmapped > drawn / 2
  const needsRecognition = isGarbled || (drawn - unmapped < fewLetters && showsPicture(pdfium, loaded, crop))
  return { text, words: encodeWords(words), needsRecognition }
}

const noLetters: Letters = { lines: [], quarters: 0, drawn: 0, unmapped: 0 }

function lettersOf(pdfium: Pdfium, loaded: number, crop: CropBox): Letters {
  const textPage = pdfium.FPDFText_LoadPage(loaded)
  if (!textPage) return noLetters
  try {
    return readLetters(pdfium, textPage, crop)
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}

function ordered({ lines, quarters }: Letters, crop: CropBox): Line<Placed>[] {
  if (quarters === 0) return inReadingOrder(lines)
  const upright = lines.map((line) => line.map((word) => ({ ...uprightBox(word, quarters, crop), word })))
  return inReadingOrder(upright).map((line) => line.map(({ word }) => word))
}

function uprightBox(word: Placed, quarters: number, crop: CropBox): Placed {
  const { text, left, top, right, bottom } = word
  const width = crop.right - crop.left
  const height = crop.top - crop.bottom
  switch (quarters) {
    case 1:
      return { text, left: top, top: width - right, right: bottom, bottom: width - left }
    case 2:
      return { text, left: width - right, top: height - bottom, right: width - left, bottom: height - top }
    case 3:
      return { text, left: height - bottom, top: left, right: height - top, bottom: right }
    default:
      return word
  }
}

/** The text of a page and where its words are in it, and on the page. */
export function written(lines: readonly Line<Placed>[], crop: CropBox): { text: string; words: PageWord[] } {
  const width = crop.right - crop.left || 1
  const height = crop.top - crop.bottom || 1
  const words: PageWord[] = []
  const parts: string[] = []
  let end = 0
  for (const line of lines) {
    for (const [index, word] of line.entries()) {
      if (end > 0) {
        parts.push(index > 0 ? ' ' : '\n')
        end++
      }
      const start = end
      end += word.text.length
      parts.push(word.text)
      words.push({
        start,
        end,
        left: word.left / width,
        top: word.top / height,
        right: word.right / width,
        bottom: word.bottom / height,
      })
    }
  }
  return { text: parts.join(''), words }
}
