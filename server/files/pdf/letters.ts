import type { CropBox } from './crop-box.ts'
import { allocated, type Pdfium } from './pdfium.ts'
import type { Line, Placed } from './reading-order.ts'

export type Letters = {
  /** As the file draws them; boxes in points from the top left of the crop box, at rotation 0. */
  lines: Line<Placed>[]
  /** By how many quarters most lines are turned. */
  quarters: number
  /** How many letters are drawn, and how many of them stand for no character. */
  drawn: number
  unmapped: number
}

/** A page of text is seldom longer than 10,000 characters; what stands past this is not read. */
const mostCharacters = 250_000
const longestWord = 1000

const newLine = 0x0a
const carriageReturn = 0x0d
/** Where PDFium joined a word over a line's end, there is no line's end, and this instead of the hyphen. */
const joint = 0xfffe

/** The words of a page as PDFium parts them, each where it is printed. */
export function readLetters(pdfium: Pdfium, textPage: number, crop: CropBox): Letters {
  const memory = pdfium.pdfium
  const codes = codesOf(pdfium, textPage)
  const lines: Line<Placed>[] = []
  const turned = [0, 0, 0, 0]
  let line: Line<Placed> = []
  let word = ''
  let first = 0
  let last = 0
  let drawn = 0
  let unmapped = 0

  allocated(pdfium, 32, (corners) => {
    const at = corners >> 2
    const endWord = () => {
      if (word === '') return
      memory._FPDFText_GetLooseCharBox(textPage, first, corners)
      memory._FPDFText_GetLooseCharBox(textPage, last, corners + 16)
      if (line.length === 0) {
        const angle = memory._FPDFText_GetCharAngle(textPage, first)
        turned[Math.round(angle / (Math.PI / 2)) & 3]!++
      }
      const floats = memory.HEAPF32
      line.push({
        text: word.toWellFormed(),
        left: Math.min(floats[at]!, floats[at + 4]!) - crop.left,
        top: crop.top - Math.max(floats[at + 1]!, floats[at + 5]!),
        right: Math.max(floats[at + 2]!, floats[at + 6]!) - crop.left,
        bottom: crop.top - Math.min(floats[at + 3]!, floats[at + 7]!),
      })
      word = ''
    }
    /** The box of a character: left, top, right and bottom, upwards. */
    const boxOf = (index: number, to = corners) => {
      memory._FPDFText_GetLooseCharBox(textPage, index, to)
      const [left, top, right, bottom] = memory.HEAPF32.subarray(to >> 2, (to >> 2) + 4)
      return { left: left!, top: top!, right: right!, bottom: bottom! }
    }
    /**
     * A mark is drawn over the letter before it, so PDFium takes what follows for far away, and one that is raised for a
     * line of its own. Where no break is, what stands behind it.
     */
    const joinedBehind = (index: number): { next: number; isSameWord: boolean } | undefined => {
      let next = index
      while (next < codes.length && isBreak(codes[next]!)) next++
      const code = codes[next]
      if (code === undefined || !(isMark(code) || isMark(codes[last]!))) return undefined
      let isWritten = false
      for (let at = index; at < next; at++) isWritten ||= memory._FPDFText_IsGenerated(textPage, at) !== 1
      let base = last
      while (base > first && isMark(codes[base]!)) base--
      const letter = boxOf(base)
      const behind = boxOf(next)
      const height = letter.top - letter.bottom
      const isOnLine = behind.bottom < letter.top && behind.top > letter.bottom
      if (!(height > 0) || !isOnLine) return undefined
      if (isMark(code)) {
        const middle = (behind.left + behind.right) / 2
        const isOver = middle > letter.left - height / 4 && middle < letter.right + height / 4
        return isOver && !isWritten ? { next, isSameWord: true } : undefined
      }
      const gap = behind.left - letter.right
      if (gap < -height / 4) return undefined
      return { next, isSameWord: !isWritten && gap < height / 8 }
    }
    const endLine = () => {
      endWord()
      if (line.length > 0) lines.push(line)
      line = []
    }

    for (let index = 0; index < codes.length; index++) {
      const code = codes[index]!
      if (word !== '' && isBreak(code)) {
        const joined = joinedBehind(index)
        if (joined !== undefined) {
          if (!joined.isSameWord) endWord()
          index = joined.next - 1
          continue
        }
      }
      if (code === newLine || code === carriageReturn) endLine()
      else if (isBlank(code)) endWord()
      else {
        drawn++
        if (isUnmapped(code)) unmapped++
        if (isControl(code)) continue
        if (word === '') first = index
        last = index
        word += code === joint ? '-' : String.fromCodePoint(code)
        if (code === joint) endLine()
        else if (word.length >= longestWord) endWord()
      }
    }
    endLine()
  })
  return { lines, quarters: turned.indexOf(Math.max(...turned)), drawn, unmapped }
}

/** The characters as PDFium counts them. */
function codesOf(pdfium: Pdfium, textPage: number): Uint16Array | Uint32Array {
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), mostCharacters)
  return allocated(pdfium, 2 * (count + 1), (buffer) => {
    const length = pdfium.FPDFText_GetText(textPage, 0, count, buffer) - 1
    const text = new Uint16Array(pdfium.pdfium.HEAPU8.buffer, buffer, Math.max(0, length)).slice()
    const isCountedAlike = length === count && !text.some((unit) => unit >= 0xd800 && unit <= 0xdfff)
    return isCountedAlike ? text : oneByOne(pdfium, textPage, count)
  })
}

/** The text as a whole leaves out what has no character, and has two units for some that have one. */
function oneByOne({ pdfium }: Pdfium, textPage: number, count: number): Uint32Array {
  const codes = new Uint32Array(count)
  for (let index = 0; index < count; index++) {
    const isJoint = pdfium._FPDFText_IsHyphen(textPage, index) === 1
    codes[index] = isJoint ? joint : Math.min(pdfium._FPDFText_GetUnicode(textPage, index), 0x10ffff)
  }
  return codes
}

const isBreak = (code: number) => code === newLine || code === carriageReturn || isBlank(code)

const mark = /^\p{M}$/u
const isMark = (code: number) => code >= 0x300 && code <= 0x10ffff && mark.test(String.fromCodePoint(code))

function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x09
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x3000
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0xffff
}

/** Neither a character nor a hint at one: a font without a map gives the numbers of its own letters. */
function isUnmapped(code: number): boolean {
  return isControl(code) || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}
