const limits = [2, 11, 51, 101, 201, 501, 1001]

/**
 * The limit of a statement that needs at least `least` rows. It is part of the text, because a parameter would force a new
 * plan each time, which takes longer than reading a page. A few fixed limits keep the number of statements small.
 */
export const pageLimit = (least: number): number => limits.find((limit) => limit >= least) ?? least
