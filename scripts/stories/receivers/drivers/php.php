<?php
// The program in argv[1] and the cases in argv[2] -> the names of those it judges wrong, one a line.
declare(strict_types=1);

require $argv[1];

foreach (json_decode((string) file_get_contents($argv[2]), true, flags: JSON_THROW_ON_ERROR) as $case) {
    $body = base64_decode($case['body'], true);
    if (verify($case['secret'], $case['timestamp'], $case['signature'], $body, $case['now']) !== $case['valid']) {
        echo $case['name'], "\n";
    }
}
