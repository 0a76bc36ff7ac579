/** In points of the page at rotation 0, as the file has them. */
export type CropBox = { left: number; bottom: number; right: number; top: number }

/** For a page that does not say. */
export const letterPage: CropBox = { left: 0, bottom: 0, right: 612, top: 792 }
