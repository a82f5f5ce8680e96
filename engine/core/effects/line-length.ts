/** `text.lineLength`: no line of a part has more characters, but for lines that nobody can break. */
import { trailersIn, type Part, type ReadMessage } from "../parts/read-message.ts";
import { countCodePoints } from "../text/code-points.ts";
import { partCheck, partKey, type PartEffect } from "./part-check.ts";

const exceptions = ["urls", "code", "quotes", "tables", "trailers"] as const;

export interface LineLengthEffect extends PartEffect {
  type: "text.lineLength";
  max: number;
  except: readonly (typeof exceptions)[number][];
}

export const lineLengthRow = partCheck<LineLengthEffect>({
  type: "text.lineLength",
  summary: "refuses long lines",
  meantBy: "line.*(?:length|long|max)|(?:max|long).*line|wrap",
  keys: {
    ...partKey,
    max: { form: "count" },
    except: { form: "names", names: exceptions, default: [] },
  },
  judge: (part, effect, read) => {
    const long = longLines(part, effect, read);
    if (long.length === 0) return null;
    const { index, count } = long[0] as LongLine;
    const others = long.slice(1, mostNamed).map((line) => line.index + 1);
    const more = long.length - 1 - others.length;
    return (
      "line " +
      (index + 1) +
      " of the " +
      part.name +
      " has " +
      count +
      " characters; at most " +
      effect.max +
      (others.length === 0 ? "" : "; too long as well: " + others.join(", ")) +
      (more > 0 ? " and " + more + " more" : "")
    );
  },
  forbids: () => false,
});

const mostNamed = 5;

interface LongLine {
  /** In the part, from 0. */
  index: number;
  count: number;
}

function longLines(part: Part, { max, except }: LineLengthEffect, read: ReadMessage): LongLine[] {
  const long: LongLine[] = [];
  const isCode = except.indexOf("code") < 0 ? (): boolean => false : createCodeReader();
  part.text.split("\n").forEach((line, index) => {
    // Asked for every line, because a fence says what the lines below it are.
    const isExempt = isCode(line);
    if (line.length <= max || isExempt || isExcepted(line, part.line + index, except, read)) return;
    const count = countCodePoints(line);
    if (count > max) long.push({ index, count });
  });
  return long;
}

function isExcepted(
  line: string,
  index: number,
  except: LineLengthEffect["except"],
  read: ReadMessage,
): boolean {
  return except.some((exception) => {
    switch (exception) {
      case "urls":
        return /\bhttps?:\/\/[^ \t]/.test(line);
      case "quotes":
        return /^ *>/.test(line);
      case "tables":
        return /^ *\|/.test(line);
      case "trailers": {
        const { start, end } = trailersIn(read);
        return index >= start && index < end;
      }
      default:
        return false;
    }
  });
}

/** Says of line after line whether it is code: between fences, or indented as Markdown wants it. */
function createCodeReader(): (line: string) => boolean {
  let fence = "";
  return (line) => {
    const found = /^ *(```+|~~~+)/.exec(line);
    if (fence !== "") {
      if (found !== null && (found[1] as string).startsWith(fence)) fence = "";
      return true;
    }
    if (found !== null) fence = found[1] as string;
    return found !== null || line.startsWith("    ") || line.startsWith("\t");
  };
}
