"""What the desk itself says in a debate, in the motion's language; never a fact."""

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "sure_high": "兩邊份量相差 {margin}，且有 {keys} 項關鍵主張各有至少兩個獨立來源",
        "sure_medium": "兩邊份量相差 {margin}，有 {keys} 項關鍵主張經至少兩個獨立來源證實",
        "sure_low": "兩邊份量只差 {margin}，或關鍵主張缺少第二個獨立來源",
        "goal_open": "提出己方最有力、查得到出處的主張",
        "goal_rebut": "回應對方主張，補上查證未過的部分",
        "goal_replan": "換一個查證方向：先前的主張大多未通過查證",
        "guidance": "先用內部與官方資料；每個數字都要有出處；先談爭點。",
        "wanted": "關於「{point}」的最新官方數據",
        "angle_for": "成效 改善",
        "angle_against": "爭議 申訴 衝擊",
        "angle_neutral": "統計 數據",
        "justify": "內部資料沒有{subject}「{point}」的數據；{publisher}這一頁可補上：{title}",
        "plea": "尚缺第二個獨立來源，擬向{publisher}查{subject}「{point}」的統計數據",
        "rebut_figure": "同一件事的數字不一致，應以可查證者為準：{text}",
        "rebut_point": "同一爭點另有證據：{text}",
        "next": "還有主張待回應或待查證",
        "replan": "通過查證的主張太少，須換方向查證",
        "close_last": "已到最後一輪",
        "close_settled": "各爭點都有通過查證的證據，沒有未回應的矛盾",
        "close_silent": "本輪沒有任何一方提出新主張",
        "no_evidence": "{name}找不到支持其立場的證據。",
        "weighed": "這是依查證通過的主張，按來源等級與新舊加權相比的結果，不是推理。",
        "reason_for": "支持本題的已查證證據較重（{for_weight} 比 {against_weight}）。",
        "reason_against": "反對本題的已查證證據較重（{against_weight} 比 {for_weight}）。",
        "reason_even": "兩邊已查證的證據份量接近（{for_weight} 比 {against_weight}）。",
        "reason_none": "沒有任何主張通過查證。",
        "reason_flip": "雙方對調後再判一次，結論相反：就現有證據無法判定。",
        "change": "若「{text}」被推翻或過期",
        "change_missing": "若能補足「{text}」的第二個獨立來源",
        "caveat_unverified": "有 {count} 項主張未通過查證，不列入判斷。",
        "caveat_contested": "有 {count} 項主張與其他來源矛盾。",
        "action_data": "「{subject}」的最新官方數據在哪裡公布？",
        "action_date": "「{subject}」下一個決定日期與程序是什麼？",
        "action_check": "如何持續追蹤「{subject}」並核對這些數字？",
        "advice": "查閱{publisher}〈{title}〉，並在決定前再核對一次。",
        "advice_none": "搜尋沒有結果；請直接向主管機關查詢。",
        "premise": "題目所述與查到的證據不符",
        "stopped": "使用者中途要求停止，以下依停止前的資料判斷。",
        "capped": "已達預算上限，以下依當時的資料判斷。",
    },
    "zh-Hans": {
        "sure_high": "两边分量相差 {margin}，且有 {keys} 项关键主张各有至少两个独立来源",
        "sure_medium": "两边分量相差 {margin}，有 {keys} 项关键主张经至少两个独立来源证实",
        "sure_low": "两边分量只差 {margin}，或关键主张缺少第二个独立来源",
        "goal_open": "提出己方最有力、查得到出处的主张",
        "goal_rebut": "回应对方主张，补上查证未过的部分",
        "goal_replan": "换一个查证方向：先前的主张大多未通过查证",
        "guidance": "先用内部与官方资料；每个数字都要有出处；先谈争点。",
        "wanted": "关于“{point}”的最新官方数据",
        "angle_for": "成效 改善",
        "angle_against": "争议 申诉 冲击",
        "angle_neutral": "统计 数据",
        "justify": "内部资料没有{subject}“{point}”的数据；{publisher}这一页可补上：{title}",
        "plea": "尚缺第二个独立来源，拟向{publisher}查{subject}“{point}”的统计数据",
        "rebut_figure": "同一件事的数字不一致，应以可查证者为准：{text}",
        "rebut_point": "同一争点另有证据：{text}",
        "next": "还有主张待回应或待查证",
        "replan": "通过查证的主张太少，须换方向查证",
        "close_last": "已到最后一轮",
        "close_settled": "各争点都有通过查证的证据，没有未回应的矛盾",
        "close_silent": "本轮没有任何一方提出新主张",
        "no_evidence": "{name}找不到支持其立场的证据。",
        "weighed": "这是依查证通过的主张，按来源等级与新旧加权相比的结果，不是推理。",
        "reason_for": "支持本题的已查证证据较重（{for_weight} 比 {against_weight}）。",
        "reason_against": "反对本题的已查证证据较重（{against_weight} 比 {for_weight}）。",
        "reason_even": "两边已查证的证据分量接近（{for_weight} 比 {against_weight}）。",
        "reason_none": "没有任何主张通过查证。",
        "reason_flip": "双方对调后再判一次，结论相反：就现有证据无法判定。",
        "change": "若“{text}”被推翻或过期",
        "change_missing": "若能补足“{text}”的第二个独立来源",
        "caveat_unverified": "有 {count} 项主张未通过查证，不列入判断。",
        "caveat_contested": "有 {count} 项主张与其他来源矛盾。",
        "action_data": "“{subject}”的最新官方数据在哪里公布？",
        "action_date": "“{subject}”下一个决定日期与程序是什么？",
        "action_check": "如何持续跟踪“{subject}”并核对这些数字？",
        "advice": "查阅{publisher}〈{title}〉，并在决定前再核对一次。",
        "advice_none": "搜索没有结果；请直接向主管机关查询。",
        "premise": "题目所述与查到的证据不符",
        "stopped": "使用者中途要求停止，以下依停止前的资料判断。",
        "capped": "已达预算上限，以下依当时的资料判断。",
    },
    "en": {
        "sure_high": "the sides differ by {margin} and {keys} key claims have two or more sources",
        "sure_medium": "the sides differ by {margin}; key claims with two sources: {keys}",
        "sure_low": "the sides differ by {margin} only, or key claims lack a second source",
        "goal_open": "State your strongest claims, each with a source that can be checked",
        "goal_rebut": "Answer the other sides, and mend what was not verified",
        "goal_replan": "Look elsewhere: most claims so far were not verified",
        "guidance": "Inner and official data first; a source for every figure; clash points first.",
        "wanted": 'the latest official figures on "{point}"',
        "angle_for": "results improvement",
        "angle_against": "criticism complaints losses",
        "angle_neutral": "statistics figures",
        "justify": (
            'Internal data lack the figures on "{point}" of {subject}; this page of {publisher} '
            "would add: "
            "{title}"
        ),
        "plea": (
            "A second independent source is missing: need to find {publisher} figures on "
            '"{point}" of {subject}'
        ),
        "rebut_figure": "The figures for the same thing differ; the checked one counts: {text}",
        "rebut_point": "There is other evidence on the same point: {text}",
        "next": "claims are still to be answered or verified",
        "replan": "too few claims were verified; another way has to be tried",
        "close_last": "this was the last round",
        "close_settled": "every point has verified evidence and no contradiction is unanswered",
        "close_silent": "no side had a new claim in this round",
        "no_evidence": "{name} found no evidence for its side.",
        "weighed": (
            "This compares verified claims by the tier and age of their sources. It was weighed, "
            "not reasoned."
        ),
        "reason_for": (
            "The verified evidence for the motion weighs more ({for_weight} to {against_weight})."
        ),
        "reason_against": (
            "The verified evidence against the motion weighs more "
            "({against_weight} to {for_weight})."
        ),
        "reason_even": (
            "The verified evidence of both sides weighs about the same "
            "({for_weight} to {against_weight})."
        ),
        "reason_none": "No claim was verified.",
        "reason_flip": (
            "Judged again with the sides swapped, it came out the other way: undecided on this "
            "evidence."
        ),
        "change": 'if "{text}" is refuted or expires',
        "change_missing": 'if a second independent source is found for "{text}"',
        "caveat_unverified": "{count} claims were not verified and do not count.",
        "caveat_contested": "{count} claims contradict other sources.",
        "action_data": 'Where are the latest official figures on "{subject}" published?',
        "action_date": 'What is the next date and procedure of decision on "{subject}"?',
        "action_check": 'How can "{subject}" be followed and these figures be checked again?',
        "advice": 'See "{title}" ({publisher}), and check it again before deciding.',
        "advice_none": "The search found nothing; ask the authority in charge.",
        "premise": "What the motion takes for granted differs from the evidence",
        "stopped": "A stop was asked; this rests on what was known by then.",
        "capped": "The budget was reached; this rests on what was known by then.",
    },
}
