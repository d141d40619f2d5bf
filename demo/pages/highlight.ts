import { createElement } from './dom.js';

/** Comments, texts, tags, names of attributes and keywords, in this order: the first that matches wins. */
const TOKENS =
  /(?<comment>\/\*\*?[^]*?\*\/|\/\/ .*|<!--[^]*?-->)|(?<string>'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)|(?<keyword><\/?[\w-]+|\/?>|\b(?:import|from|export|const|new|class|type|async|await|readonly|protected|return)\b)|(?<attribute>[@:([]?(?:[\w-]|:(?=\w))+[)\]]?(?==["{]|: ))/g;

const KINDS = ['comment', 'string', 'keyword', 'attribute'];

/** The text of a program as nodes: pieces of one kind are in a `<span>` whose class names it. */
export function highlight(code: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = KINDS.find(name => match.groups?.[name]) ?? 'plain';
    nodes.push(code.slice(end, match.index), createElement('span', `code-${kind}`, match[0]));
    end = match.index + match[0].length;
  }
  nodes.push(code.slice(end));
  return nodes;
}
